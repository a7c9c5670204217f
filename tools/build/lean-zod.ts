import type { Plugin } from 'vite';

const JSON_SCHEMA_PARTS = [
  /^ *inst\._zod\.processJSONSchema = .*;$/gm,
  /^ *jsonSchema: \{\n(?: *(?:input|output): createStandardJSONSchemaMethod\(.*\),\n)+ *\},$/gm,
  /^ *toJSONSchema\(params\) \{\n *return createToJSONSchemaMethod\(.*\n *\},$/gm,
];

/**
 * Every schema of Zod can also describe itself as JSON Schema. No browser asks for that, and no bundler can drop it:
 * 18 kB of script in every application. This plugin takes it out. Parsing stays as it is.
 */
export function leanZod(): Plugin {
  return {
    name: 'corvane:lean-zod',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
      handler: (code) => ({ code: withoutJsonSchema(code), map: null }),
    },
  };
}

/** @param code of `zod/v4/classic/schemas.js` */
export function withoutJsonSchema(code: string): string {
  return JSON_SCHEMA_PARTS.reduce((left, part) => left.replace(part, ''), code);
}
