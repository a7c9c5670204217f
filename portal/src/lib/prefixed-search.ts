/** The same fields, whose parameters begin with a word. Tabs of one page then share none. */
export function prefixed<Schema extends Record<string, { name: string }>>(
  word: string,
  schema: Schema,
): Schema {
  const fields = Object.entries(schema).map(([field, parameter]) => [
    field,
    { ...parameter, name: `${word}-${parameter.name}` },
  ]);
  return Object.fromEntries(fields) as Schema;
}
