import { oneLine } from './plain-text.ts';

/** Name of a person's file. It does not identify them, because others may see a download folder. */
export function personFileName(exportedAt: string, kind: 'json' | 'html'): string {
  return `stored-data-${exportedAt.slice(0, 10)}.${kind}`;
}

/** Name of the same data as a file for programs. */
export function personJson(person: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(person, null, 2)}\n`;
}

/** The answer of `export_person` as one HTML page that any browser opens. It loads nothing. */
export function personPage(person: Readonly<Record<string, unknown>>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Stored about ${escaped(String(person.email))}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .25rem 1.5rem; }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
li { margin-block: .75rem; }
</style>
</head>
<body>
<h1>Stored about ${escaped(String(person.email))}</h1>
${drawn(person)}
</body>
</html>
`;
}

function drawn(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none';
    return `<ol>${value.map((item) => `<li>${drawn(item)}</li>`).join('')}</ol>`;
  }
  if (typeof value === 'object') {
    const rows = Object.entries(value).map(
      ([name, part]) => `<dt>${escaped(words(name))}</dt><dd>${drawn(part)}</dd>`,
    );
    return rows.length === 0 ? 'none' : `<dl>${rows.join('\n')}</dl>`;
  }
  return escaped(String(value).split('\n').map(oneLine).join('\n'));
}

function words(name: string): string {
  const text = name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
