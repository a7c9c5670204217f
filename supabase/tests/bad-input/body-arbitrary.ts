import fc from 'fast-check';
import { z } from '../../../shared/src/lib/zod.ts';

/** The part of JSON Schema that zod writes for the contracts. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
}

/** Text that has broken other systems: terminals, mails, spreadsheets, SQL, HTML, JSON. */
const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\r\nBcc: x@evil.example',
  '\u001b[2K\u001b[1A',
  '\u001b]0;title\u0007',
  '\u009b31m',
  '\u202ereversed',
  '\u2028',
  '\ufeff',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table public.products; --",
  '=cmd|calc!A1',
  '@SUM(1)',
  '%00%0d%0a',
  '$(reboot)',
  '../../etc/passwd',
  '__proto__',
  '99999999999999999999999999',
  'NaN',
  'null',
  '0001-01-01',
  '9999-12-31',
  'infinity',
  'İ'.repeat(120),
  '👩🏽‍🚀'.repeat(40),
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.integer({ min: 1, max: 20_000 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 9_000 }).map((depth) => '['.repeat(depth)),
);

/** Anything that JSON can say, up to deep nesting and large numbers. */
const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue(),
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 31) - 1, [], {}, [[]], { a: {} }),
  fc.integer({ min: 1, max: 1_000 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
);

/** Values that a schema allows, and those at its edges. */
function allowedBy(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(allowedBy));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return textAllowedBy(schema);
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? -(2 ** 31),
        max: Math.min(schema.maximum ?? 2 ** 31, 2 ** 31),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(allowedBy(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 60, 60),
      });
    case 'object':
      return objectAllowedBy(schema);
    case 'null':
      return fc.constant(null);
    default:
      return hostileJson;
  }
}

function textAllowedBy({
  format,
  pattern,
  minLength = 0,
  maxLength = 400,
}: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (pattern) {
    // The generator cannot look ahead. What a pattern excludes by that is among its texts, and is refused.
    const plain = new RegExp(pattern.replace(/\(\?![^)]*\)/g, ''), 'u');
    return fc.stringMatching(plain).map((text) => text.slice(0, maxLength));
  }
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength }),
    fc.string({ unit: 'binary', minLength, maxLength }),
    fc.constantFrom(maxLength, maxLength + 1).map((length) => 'x'.repeat(length)),
  );
}

function objectAllowedBy({
  properties = {},
  required = [],
  propertyNames,
  additionalProperties,
}: JsonSchema) {
  if (typeof additionalProperties === 'object') {
    return fc.dictionary(
      textAllowedBy(propertyNames ?? { maxLength: 60 }) as fc.Arbitrary<string>,
      allowedBy(additionalProperties),
      { maxKeys: 12 },
    );
  }
  const fields = Object.entries(properties).map(([name, field]) => [name, allowedBy(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

type Spoil = { at: number; how: 'replace' | 'remove' | 'add'; value: unknown };
const spoil: fc.Arbitrary<Spoil> = fc.record({
  at: fc.nat(1_000),
  how: fc.constantFrom('replace', 'remove', 'add'),
  value: hostileJson,
});

/** A copy in which one value, at any depth, is replaced, removed or joined by an unknown field. */
function spoiled(body: unknown, { at, how, value }: Spoil): unknown {
  const copy = structuredClone(body);
  const places: [Record<string, unknown>, string][] = [];
  const pending: unknown[] = [copy];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      places.push([next as Record<string, unknown>, key]);
      pending.push(inner);
    }
  }
  const place = places[at % Math.max(places.length, 1)];
  if (place === undefined) return value;
  const [parent, key] = place;
  if (how === 'replace') parent[key] = value;
  if (how === 'remove') delete parent[key];
  if (how === 'add') Object.defineProperty(parent, `${key}x`, { value, enumerable: true });
  return copy;
}

/** Bodies for a schema: half of them valid, half of them wrong in one place. */
export function bodyFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const allowed = allowedBy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  return fc.oneof(
    allowed,
    fc.tuple(allowed, spoil).map(([body, how]) => spoiled(body, how)),
    { arbitrary: hostileJson, weight: 1 },
  );
}
