/** Ends of a variable's name that say that it holds a secret, or a part of a pair with one. */
const VARIABLE =
  /\b[A-Z][A-Z0-9_]*(?:SECRET|KEYS?|KEY_ID|PEPPER|PASSWORD|TOKEN|RECIPIENT|SALES_IDS|MANAGER_ID)\b/g;
/** Of a file that another service reads: `dns_rfc2136_secret = …`. */
const LINE = /^\w+_(?:secret|key|password|token)(?= = )/gm;
/** Files of the folders of secrets. Behind a name that goes on, such as `$KEYS/settings-of-$machine.sh`, is no secret. */
const FILE = /\$(?:KEYS\/(?:backend\/)?|TLS\/(?=priv))([a-z][\w.-]*)(?=["'`\s)])/g;
/** What holds many of them. */
const HOLDERS = ['backend', 'functions.env'];
const SCRIPT = /secret\.sh (?:make|take|renew|forget) ([a-z][\w-]*)/g;
const LOOP = /\bfor \w+ in ([\w -]+); do\n *production\/secret\.sh/g;

/** Every secret that a document names: variables, and files of `$KEYS`. */
export function namedSecrets(document: string): Set<string> {
  const groups = (pattern: RegExp) => [...document.matchAll(pattern)].map(([whole, group]) => group ?? whole);
  const files = groups(FILE).filter((name) => !HOLDERS.includes(name));
  const inLoops = groups(LOOP).flatMap((names) => names.split(' '));
  return new Set([...groups(VARIABLE), ...groups(LINE), ...files, ...groups(SCRIPT), ...inLoops]);
}

/** The rows of a table with these two headings: what is named in the first cell -> the second cell. */
export function reasonsOf(document: string, headings: readonly [string, string]): Map<string, string> {
  const lines = document.split('\n');
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const start = lines.findIndex((line) => {
    const [, first, second] = cells(line);
    return first === headings[0] && second === headings[1];
  });
  const reasons = new Map<string, string>();
  if (start === -1) return reasons;
  for (const line of lines.slice(start + 2)) {
    if (!line.startsWith('|')) break;
    const [, names = '', reason = ''] = cells(line);
    for (const [, name = ''] of names.matchAll(/`([^`]+)`/g)) reasons.set(name, reason);
  }
  return reasons;
}
