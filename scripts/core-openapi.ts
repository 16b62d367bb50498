// `npm run core:openapi`: writes docs/core-system.openapi.json from the schemas of the core system's interface.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreOpenApi, openApiPath } from '#server/vendors/core/openapi.ts';

const path = join(import.meta.dirname, '..', openApiPath);
writeFileSync(path, `${JSON.stringify(coreOpenApi(), null, 2)}\n`);
console.log(`${openApiPath} is written.`);
