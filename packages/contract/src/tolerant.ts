import { type $ZodType, type $ZodTypes, clone } from 'zod/v4/core';

/** The same schema, but its objects drop unknown fields: for data that another version may have written. */
export function tolerant<Schema extends $ZodType>(schema: Schema): Schema {
  const { def } = (schema as unknown as $ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const shape = Object.entries(def.shape).map(([name, part]) => [name, tolerant(part as $ZodType)]);
      const { catchall: _refuses, ...rest } = def;
      return clone(schema, { ...rest, shape: Object.fromEntries(shape) } as never);
    }
    case 'array':
      return clone(schema, { ...def, element: tolerant(def.element) } as never);
    case 'union':
      return clone(schema, { ...def, options: def.options.map(tolerant) } as never);
    case 'nullable':
    case 'optional':
      return clone(schema, { ...def, innerType: tolerant(def.innerType) } as never);
    default:
      return schema;
  }
}
