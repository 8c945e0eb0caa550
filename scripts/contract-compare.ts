import type { OpenApiDocument } from '../apps/server/src/platform/openapi.ts';

type Schema = Record<string, unknown>;
/** A schema and the document or part that its references start from. */
interface Place {
  schema: Schema;
  root: Schema;
}
/** How a reader takes what the other side sends. */
interface Reader {
  dropsUnknownFields: boolean;
  /** So does the server, of what an older tab sends; a tab does not, of what a newer server sends. */
  checksValues: boolean;
}
const serverReads: Reader = { dropsUnknownFields: false, checksValues: true };
const socketServerReads: Reader = { dropsUnknownFields: true, checksValues: true };
const tabReads: Reader = { dropsUnknownFields: true, checksValues: false };

/** What tabs and processes of the release `before` could not do with `now`, one line each; empty when they work on. */
export function compareContracts(before: OpenApiDocument, now: OpenApiDocument): string[] {
  return [...compareOperations(before, now), ...compareEvents(before, now)];
}

function compareOperations(before: OpenApiDocument, now: OpenApiDocument): string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const current = now.paths[path]?.[method];
      if (!current) return [`${name}: was removed`];
      return [...compareParameters(old, current), ...compareBodies(old, current), ...compareAnswers(old, current)].map(
        (line) => `${name}: ${line}`,
      );
    }),
  );
}

type Described = OpenApiDocument['paths'][string][string];
const placeOf = (schema: Schema): Place => ({ schema, root: schema });

function compareParameters(before: Described, now: Described): string[] {
  const nameOf = (parameter: Described['parameters'][number]) => `${parameter.in} parameter ${parameter.name}`;
  const known = new Map(before.parameters.map((each) => [nameOf(each), each]));
  const current = new Map(now.parameters.map((each) => [nameOf(each), each]));
  return [
    ...[...known].flatMap(([name, old]) => {
      const parameter = current.get(name);
      if (!parameter) return [`${name}: was removed`];
      return compare(placeOf(old.schema), placeOf(parameter.schema), serverReads, name);
    }),
    ...[...current].flatMap(([name, { required }]) =>
      required && !known.get(name)?.required ? [`${name}: is required now`] : [],
    ),
  ];
}

function compareBodies(before: Described, now: Described): string[] {
  const [old, body] = [before, now].map((each) => each.requestBody?.content['application/json'].schema);
  if (!body) return old && Object.keys(old.properties ?? {}).length > 0 ? ['body: is not accepted any more'] : [];
  // An older tab sends none, which the server reads as an empty object.
  return compare(placeOf(old ?? { type: 'object', properties: {} }), placeOf(body), serverReads, 'body');
}

function compareAnswers(before: Described, now: Described): string[] {
  const isGood = (status: string) => Number(status) < 400;
  return Object.entries(before.responses)
    .filter(([status]) => isGood(status))
    .flatMap(([status, { content }]) => {
      const answer = now.responses[status];
      if (!answer) return [`answer ${status}: was removed`];
      const [old, schema] = [content, answer.content].map((each) => each?.['application/json']?.schema);
      if (!old) return [];
      return schema ? compare(placeOf(schema), placeOf(old), tabReads, 'answer') : ['answer: was removed'];
    });
}

/** Events of the socket stand in `components.schemas`, with the side that sends them first. */
function compareEvents(before: OpenApiDocument, now: OpenApiDocument): string[] {
  return Object.entries(before.components.schemas).flatMap(([name, old]) => {
    const side = /^(server|browser|answer)\./.exec(name)?.[1];
    if (!side) return [];
    const schema = now.components.schemas[name];
    if (!schema) return [`event ${name}: was removed`];
    return side === 'browser'
      ? compare(placeOf(old), placeOf(schema), socketServerReads, `event ${name}`)
      : compare(placeOf(schema), placeOf(old), tabReads, `event ${name}`);
  });
}

/** What may be sent as `sent` and is not read as `read`. */
function compare(sent: Place, read: Place, reader: Reader, at: string, under: readonly string[] = []): string[] {
  const [one, other] = [resolve(sent), resolve(read)];
  const [text, otherText] = [JSON.stringify(one.schema), JSON.stringify(other.schema)];
  // Recursive schemas meet themselves again.
  const pair = `${text} ${otherText}`;
  if (under.includes(pair) || isAny(other.schema)) return [];
  if (text === otherText && !text.includes('"$ref"')) return [];
  const deeper = [...under, pair];
  const options = optionsOf(one);
  if (options) return options.flatMap((option) => compare(option, other, reader, at, deeper));
  const readable = optionsOf(other);
  if (readable) {
    const found = readable.map((option) => compare(one, option, reader, at, deeper));
    return found.sort((a, b) => a.length - b.length)[0] ?? [`${at}: nothing is accepted`];
  }
  if (isAny(one.schema)) return [`${at}: could be anything, and is ${otherText}`];
  return [...compareTypes(one.schema, other.schema, reader, at), ...compareParts(one, other, reader, at, deeper)];
}

const isAny = (schema: Schema) => Object.keys(schema).every((key) => /^(description|title|default|\$defs)$/.test(key));

function resolve({ schema, root }: Place): Place {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return { schema, root };
  let found: unknown = root;
  for (const step of reference.split('/').slice(1)) found = (found as Schema | undefined)?.[step];
  return found ? resolve({ schema: found as Schema, root }) : { schema: {}, root };
}

function optionsOf({ schema, root }: Place): Place[] | null {
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (options) return options.map((option) => ({ schema: option, root }));
  const { type } = schema;
  return Array.isArray(type) ? type.map((each) => ({ schema: { ...schema, type: each }, root })) : null;
}

const valuesOf = (schema: Schema): unknown[] | null =>
  'const' in schema ? [schema.const] : ((schema.enum as unknown[] | undefined) ?? null);

const typeOf = (schema: Schema): unknown => {
  const values = valuesOf(schema);
  if (schema.type || !values) return schema.type ?? 'object';
  return values[0] === null ? 'null' : typeof values[0];
};

/** Limits that a reader checks; a greater `wide` is wider for those of the first list, narrower for the second. */
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];

function compareTypes(sent: Schema, read: Schema, { checksValues }: Reader, at: string): string[] {
  const [type, wanted] = [typeOf(sent), typeOf(read)];
  if (type !== wanted && !(type === 'integer' && wanted === 'number')) {
    const [was, is] = checksValues ? [type, wanted] : [wanted, type];
    return [`${at}: was ${was}, is ${is} now`];
  }
  if (!checksValues) return [];
  const values = valuesOf(read);
  const given = valuesOf(sent);
  if (values) {
    const refused = given?.filter((value) => !values.includes(value)) ?? ['any'];
    return refused.map((value) => `${at}: ${JSON.stringify(value)} is not accepted any more`);
  }
  // Fixed words were within the limits that now apply, unless those are new; that is left to the words' own tests.
  if (given) return [];
  const narrowed = [
    ...upper.filter((limit) => read[limit] !== undefined && !(Number(sent[limit]) <= Number(read[limit]))),
    ...lower.filter((limit) => read[limit] !== undefined && !(Number(sent[limit]) >= Number(read[limit]))),
    ...['pattern', 'format', 'multipleOf'].filter((limit) => read[limit] !== undefined && read[limit] !== sent[limit]),
  ];
  return narrowed.map((limit) => `${at}: ${limit} is narrower (${sent[limit] ?? 'none'}, now ${read[limit]})`);
}

function compareParts(sent: Place, read: Place, reader: Reader, at: string, under: readonly string[]): string[] {
  const part = ({ root }: Place, schema: unknown): Place => ({ schema: schema as Schema, root });
  const lines: string[] = [];
  const { items, prefixItems = [] } = sent.schema;
  if (items && read.schema.items)
    lines.push(...compare(part(sent, items), part(read, read.schema.items), reader, `${at}[]`, under));
  for (const [index, item] of (prefixItems as Schema[]).entries()) {
    const wanted = (read.schema.prefixItems as Schema[] | undefined)?.[index];
    if (wanted) lines.push(...compare(part(sent, item), part(read, wanted), reader, `${at}[${index}]`, under));
  }
  const fields = (sent.schema.properties ?? {}) as Record<string, Schema>;
  const known = (read.schema.properties ?? {}) as Record<string, Schema>;
  const [given, needed] = [sent, read].map(({ schema }) => new Set((schema.required ?? []) as string[]));
  for (const name of needed ?? [])
    if (!given?.has(name))
      lines.push(`${at}.${name}: ${reader.checksValues ? 'is required now' : missing(fields[name])}`);
  const more = read.schema.additionalProperties;
  for (const [name, field] of Object.entries(fields)) {
    const wanted = known[name] ?? (typeof more === 'object' ? more : null);
    if (wanted) lines.push(...compare(part(sent, field), part(read, wanted), reader, `${at}.${name}`, under));
    else if (more === false && !reader.dropsUnknownFields) lines.push(`${at}.${name}: is not accepted any more`);
  }
  const rest = sent.schema.additionalProperties;
  if (typeof rest === 'object' && typeof more === 'object')
    lines.push(...compare(part(sent, rest), part(read, more), reader, `${at}.*`, under));
  return lines;
}

const missing = (field: Schema | undefined) => (field ? 'may be missing now' : 'was removed');
