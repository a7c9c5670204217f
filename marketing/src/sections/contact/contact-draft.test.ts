import { describe, expect, it } from 'vitest';
import { clearDraft, readDraft, writeDraft } from './contact-draft.ts';

function memory(): Storage {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

const OWNER = 'yamada@customer.example';
const draft = {
  fields: { name: '山田 🦊', consent: true },
  sent: { id: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c', content: '[]' },
};

describe('the draft of the contact form', () => {
  it('is read back unchanged, from a key that contains its owner', () => {
    const storage = memory();
    writeDraft(storage, { ...draft, owner: OWNER });
    expect(readDraft(storage, OWNER)).toEqual(draft);
    expect(storage.key(0)).toMatch(/^marketing:/);
  });

  it.each([
    [OWNER, OWNER, true],
    [OWNER, 'other@customer.example', false],
    [OWNER, '', false],
    ['', OWNER, true],
    [undefined, OWNER, true],
  ])('of %j is read by %j: %s', (owner, reader, isRead) => {
    const storage = { getItem: () => JSON.stringify({ ...draft, owner }) };
    expect(readDraft(storage, reader)).toEqual(isRead ? draft : null);
  });

  it('is gone after clearing it', () => {
    const storage = memory();
    writeDraft(storage, { ...draft, owner: OWNER });
    clearDraft(storage);
    expect(readDraft(storage, OWNER)).toBeNull();
  });

  it.each(['{', '[]', '7', '{"fields":1}', '{"sent":null}'])('is null when storage contains %s', (stored) => {
    expect(readDraft({ getItem: () => stored }, OWNER)).toBeNull();
  });

  it('drops unknown fields, and values of the wrong type', () => {
    const stored = JSON.stringify({
      fields: { name: 7, email: 'a@b.c', consent: 'yes', admin: 'true' },
      sent: { id: 7, content: '[]' },
    });
    expect(readDraft({ getItem: () => stored }, OWNER)).toEqual({
      fields: { email: 'a@b.c' },
      sent: null,
    });
  });

  /** Regression: an id that the server refuses made every further try fail, and nothing said what content it stood for. */
  it.each([
    { id: 'x', content: '[]' },
    { id: draft.sent.id },
    { id: draft.sent.id, content: 7 },
    { id: `${draft.sent.id}0`, content: '[]' },
    [],
    'x',
  ])('does not take %j for a request that was sent', (sent) => {
    const stored = JSON.stringify({ fields: draft.fields, sent });
    expect(readDraft({ getItem: () => stored }, OWNER)).toEqual({ fields: draft.fields, sent: null });
  });

  it('works without storage when storage refuses access', () => {
    const refuse = () => {
      throw new Error('denied');
    };
    expect(readDraft({ getItem: refuse }, OWNER)).toBeNull();
    expect(() => writeDraft({ setItem: refuse }, { ...draft, owner: OWNER })).not.toThrow();
    expect(() => clearDraft({ removeItem: refuse })).not.toThrow();
  });
});
