// Stops commands on an older Node with a sentence about it. Preloaded by the commands of package.json, because an older Node cannot even read
// the TypeScript behind them.
const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  console.error(
    `This needs Node 24 or later; ${process.execPath} is Node ${process.versions.node}. Install Node 24 LTS from your system or nodejs.org. Only \`npm start\`, \`npm run dev\` and \`npm test\` bring their own.`,
  );
  process.exit(1);
}
