# One image for web, worker and migrate:
#   docker build --tag branchline .
#   docker run --env-file branchline.env branchline server/src/main.ts web
#   docker run --env-file branchline.env branchline server/src/main.ts worker
#   docker run --env-file branchline.env branchline server/src/cli/migrate.ts
# The tests lint this file. They don't build it.

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/check-lender.ts && node scripts/build.ts && node scripts/third-party-notices.ts .build/THIRD-PARTY-NOTICES.txt

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/slim-packages.js ./scripts/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && node scripts/slim-packages.js node_modules

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=1 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    NODE_COMPILE_CACHE=/compiled \
    NODE_OPTIONS="--max-semi-space-size=2 --max-old-space-size=512"
WORKDIR /app
RUN mkdir /data /compiled && chown node:node /data /compiled
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/.build ./.build
COPY package.json LICENSE ./
COPY contract ./contract
COPY finance ./finance
COPY lender ./lender
COPY sealing ./sealing
COPY server ./server
COPY scripts/compile-cache.ts ./scripts/
USER node
# Filled by the user and with the flags of the processes. Read-only, so that none adds V8's code cache.
RUN node scripts/compile-cache.ts && chmod -R a-w /compiled
EXPOSE 3000 9464
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "--eval", "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT || 9464) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["server/src/main.ts", "web"]
