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

const draft = {
  id: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c',
  fields: { name: '山田 🦊', consent: true },
  sentAs: '[]',
};

describe('the draft of the contact form', () => {
  it('is read back unchanged, from a key that contains its owner', () => {
    const storage = memory();
    writeDraft(storage, draft);
    expect(readDraft(storage)).toEqual(draft);
    expect(storage.key(0)).toMatch(/^marketing:/);
  });

  it('is gone after clearing it', () => {
    const storage = memory();
    writeDraft(storage, draft);
    clearDraft(storage);
    expect(readDraft(storage)).toBeNull();
  });

  it.each(['{', '[]', '7', '{"id":1,"fields":{}}', '{"id":"x"}'])(
    'is null when storage contains %s',
    (stored) => {
      expect(readDraft({ getItem: () => stored })).toBeNull();
    },
  );

  it('drops unknown fields, and values of the wrong type', () => {
    const stored = JSON.stringify({
      id: 'x',
      fields: { name: 7, email: 'a@b.c', consent: 'yes', admin: 'true' },
    });
    expect(readDraft({ getItem: () => stored })).toEqual({
      id: 'x',
      fields: { email: 'a@b.c' },
      sentAs: null,
    });
  });

  it('works without storage when storage refuses access', () => {
    const refuse = () => {
      throw new Error('denied');
    };
    expect(readDraft({ getItem: refuse })).toBeNull();
    expect(() => writeDraft({ setItem: refuse }, draft)).not.toThrow();
    expect(() => clearDraft({ removeItem: refuse })).not.toThrow();
  });
});
