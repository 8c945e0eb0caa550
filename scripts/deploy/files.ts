import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const deployFolder = join(import.meta.dirname, '../../deploy');
export const readDeployed = (path: string): string => readFileSync(join(deployFolder, path), 'utf8');

/** What YAML may hold; checks of fields narrow it themselves. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what is to be found out
export type Tree = Record<string, any>;

export const parseCompose = (text: string): Tree => parse(text, { merge: true }) as Tree;

/** Services as Compose starts them: with those that they extend. */
export function readServices(text: string): Record<string, Tree> {
  const { services } = parseCompose(text);
  return Object.fromEntries(
    Object.entries(services as Record<string, Tree>).map(([name, { extends: base, ...own }]) => {
      const extended = base ? parseCompose(readDeployed(base.file)).services[base.service] : {};
      return [name, { ...extended, ...own }];
    }),
  );
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?why}`, as Compose reads them; throws for a required one that is missing. */
export function interpolate(text: string, values: Record<string, string>): string {
  return text.replace(/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_whole, name?: string, kind?: string, rest = '') => {
    if (name === undefined) return '$';
    const value = values[name];
    if (value) return value;
    if (kind === '?') throw new Error(`${name} is required: ${rest}`);
    return kind === '-' ? rest : '';
  });
}

/** An environment as Compose gives it: it replaces what YAML has read, so an empty value stays a text. */
export const interpolateAll = (environment: Tree = {}, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolate(String(value), values)]));

/** Names that a Compose file asks for. */
export const interpolated = (text: string): string[] => [
  ...new Set([...text.replace(/\$\$|^\s*#.*$/gm, '').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)),
];

/** Lines NAME=value of an environment file. */
export const readEnvironment = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

/** Every object of the cluster's files, by file. */
export const readKubernetes = (): Record<string, string> =>
  Object.fromEntries(
    globSync('*.yaml', { cwd: join(deployFolder, 'kubernetes') })
      .sort()
      .map((file) => [file, readDeployed(`kubernetes/${file}`)]),
  );
export const parseObjects = (text: string): Tree[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Tree);

export const readUnits = (): Record<string, string> =>
  Object.fromEntries(
    globSync('*.service', { cwd: join(deployFolder, 'systemd') })
      .sort()
      .map((file) => [file, readDeployed(`systemd/${file}`)]),
  );

/** A name whose value is nobody's to read. */
export const isSecretName = (name: string): boolean =>
  /PASSWORD|PASSPHRASE|SECRET|TOKEN|SALT|MASTER_KEY|PRIVATE_KEY|ACCESS_KEY|MERCHANT_KEY|SIGNATURE_KEY|(DATABASE|SMTP|REDIS)_URL/.test(
    name,
  );
/** Whether a value is no secret, because it comes from elsewhere or is empty. */
export const holdsNoSecret = (value: unknown): boolean => {
  const given = String(value ?? '').replace(/\$\{[^}]*\}|\$\$?\w+/g, '');
  return !/[0-9a-f]{16}|\/\/[^/@\s]*:[^/@\s]+@/i.test(given);
};
