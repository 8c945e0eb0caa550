import { type ErrorCode, errorCatalogue } from '@vlam/contract/errors';
import { type Access, type Operation, stepUpMs } from '@vlam/contract/operation';
import * as z from 'zod';
import type { ZodMiniType } from 'zod/mini';

type JsonSchema = Record<string, unknown>;

export interface DescribedOperation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-access': string;
  /** Present where the caller must have proved again who they are. */
  'x-step-up'?: string;
  security: Record<string, string[]>[];
  parameters: {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
}

/** OpenAPI 3.1 of the operations in the contract, and of nothing else. */
export function describeOperations(operations: Readonly<Record<string, Operation>>, version: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, operation] of Object.entries(operations)) {
    const methods = paths[operation.path] ?? {};
    methods[operation.method.toLowerCase()] = describe(name, operation);
    paths[operation.path] = methods;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vlam',
      version,
      description:
        'Operations of the Vlam server. Every refusal has the shape of Error. Ids are UUIDv7, times are ISO 8601, rand amounts are decimal and repeated in cents, credits are whole numbers.',
    },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
    },
  };
}

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string', description: 'Fit to show a person' },
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    requestId: { type: 'string' },
    details: { type: 'object', description: '`fields` maps a field to its message' },
  },
};

function describe(name: string, operation: Operation): DescribedOperation {
  return {
    operationId: name,
    summary: operation.summary,
    tags: [operation.path.split('/')[2] ?? 'api'],
    'x-access': describeAccess(operation),
    ...(operation.stepUp ? { 'x-step-up': `A proof of the person at most ${stepUpMs / 60_000} minutes old` } : {}),
    security: operation.access === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...fieldsOf('path', operation.params),
      ...fieldsOf('query', operation.query),
      ...(operation.idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header' as const,
              required: false,
              description: 'A retry with the same key returns the first response',
              schema: { type: 'string', minLength: 8, maxLength: 255 },
            },
          ]
        : []),
    ],
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(operation.body, 'input') } },
          },
        }
      : {}),
    responses: { ...goodResponse(operation), ...refusals(operation) },
  };
}

function describeAccess({ access, beforeAgeCheck }: Operation): string {
  const words: Record<Extract<Access, string>, string> = {
    public: 'Anyone',
    member: 'A signed-in member',
    suspended: 'A suspended member who proved their person in the last minutes, and nobody else',
    adult: 'A signed-in member whose age is verified',
    creator: 'A creator whose age is verified',
  };
  if (typeof access === 'object') return `Staff with the permission ${access.permission}`;
  return access === 'member' && !beforeAgeCheck ? words.adult : words[access];
}

function goodResponse(operation: Operation): DescribedOperation['responses'] {
  const status = String(operation.status ?? (operation.response || operation.navigation ? 200 : 204));
  if (!operation.response) return { [status]: { description: operation.summary } };
  const schema = schemaOf(operation.response, 'output');
  return { [status]: { description: operation.summary, content: { 'application/json': { schema } } } };
}

/** Codes with the same status share a response. */
function refusals(operation: Operation): DescribedOperation['responses'] {
  const common: ErrorCode[] = [
    ...(operation.access === 'public' ? [] : (['UNAUTHORIZED'] as const)),
    ...(typeof operation.access === 'object' ? (['SECOND_FACTOR_REQUIRED'] as const) : []),
    ...(operation.stepUp ? (['STEP_UP_REQUIRED'] as const) : []),
  ];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...common, ...(operation.errors ?? [])])) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${code}: ${errorCatalogue[code].message}`).join('; '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function fieldsOf(place: 'path' | 'query', schema: ZodMiniType | undefined): DescribedOperation['parameters'] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }));
}

/** JSON schema of what is accepted (`input`) or sent (`output`). */
export function schemaOf(schema: ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return described;
}
