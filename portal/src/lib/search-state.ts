/** One field of a state: its parameter of the address, and how it is read and written. */
interface Parameter<Value> {
  name: string;
  /** Unknown and hand-made texts fall back. */
  read(texts: readonly string[]): Value;
  /** Nothing for the value that an address without the parameter has. */
  write(value: Value): readonly string[];
}

/** The fields of a state that the address contains. */
export type SearchSchema<State> = { readonly [Field in keyof State]: Parameter<State[Field]> };

export type StateOf<Schema> = Schema extends SearchSchema<infer State> ? State : never;

/** The texts that a field may have: words, or a schema. */
type Known<Text extends string> = readonly Text[] | Checks<Text>;
interface Checks<Text extends string> {
  safeParse(text: string): { success: boolean; data?: Text | null | undefined };
}

function isKnown<Text extends string>(known: Known<Text>, text: string | undefined): text is Text {
  if (!text) return false;
  return 'safeParse' in known ? known.safeParse(text).success : known.some((word) => word === text);
}

/** A text. Of several, the first counts. */
export function one<Text extends string>(name: string, known: Known<Text>): Parameter<Text | null>;
export function one<Text extends string>(name: string, known: Known<Text>, fallback: Text): Parameter<Text>;
export function one<Text extends string>(name: string, known: Known<Text>, fallback: Text | null = null) {
  return {
    name,
    read: ([first]: readonly string[]) => {
      const text = first?.trim();
      return isKnown(known, text) ? text : fallback;
    },
    write: (value: Text | null) => (!value || value === fallback ? [] : [value]),
  };
}

/** Texts in alphabetical order. null for none. Those beyond `max` are ignored. */
export function many<Text extends string>(
  name: string,
  known: Known<Text>,
  max = 1,
): Parameter<Text[] | null> {
  return {
    name,
    read: (texts) => {
      const found = texts.filter((text) => isKnown(known, text));
      return found.length === 0 ? null : [...new Set(found)].slice(0, max).sort();
    },
    write: (values) => values ?? [],
  };
}

/** Whether the parameter has this word. */
export function flag(name: string, word: string): Parameter<boolean> {
  return { name, read: ([text]) => text === word, write: (isSet) => (isSet ? [word] : []) };
}

/** An id, in lower case. */
export function id(name: string): Parameter<string | null> {
  return {
    name,
    read: ([text = '']) =>
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null,
    write: (value) => (value === null ? [] : [value]),
  };
}

/** Reads a state from a query string. */
export function readSearch<State>(schema: SearchSchema<State>, search: string): State {
  const parameters = new URLSearchParams(search);
  const state = {} as State;
  for (const field in schema) state[field] = schema[field].read(parameters.getAll(schema[field].name));
  return state;
}

/** The fields that differ from those of an empty address. */
export function chosenFields<State>(schema: SearchSchema<State>, state: State): (keyof State)[] {
  return (Object.keys(schema) as (keyof State)[]).filter(
    (field) => schema[field].write(state[field]).length > 0,
  );
}

/** The same query string with some fields changed. All other parameters stay. */
export function searchWith<State>(
  schema: SearchSchema<State>,
  search: string,
  choice: Partial<State>,
): string {
  const parameters = new URLSearchParams(search);
  const fields = Object.keys(choice) as (keyof State)[];
  // Two fields may share a parameter.
  for (const field of fields) parameters.delete(schema[field].name);
  for (const field of fields) {
    for (const text of schema[field].write(choice[field] as State[typeof field])) {
      parameters.append(schema[field].name, text);
    }
  }
  const next = parameters.toString();
  return next === '' ? '' : `?${next}`;
}
