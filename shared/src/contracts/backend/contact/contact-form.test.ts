import { expect, test } from 'vitest';
import { contactFieldsSchema } from './contact.ts';
import { ADDED_FIELDS, addedFacts, byColumn, byName, CONTACT_FIELD_NAMES } from './contact-form.ts';
import { listedContactRequestSchema } from './contact-request-list.ts';

const texts = byName(({ label }) => `My ${label}`);

test('the form asks for exactly what the server checks, besides consent', () => {
  const checked = Object.keys(contactFieldsSchema.shape).filter((name) => name !== 'consent');
  expect(checked.toSorted()).toEqual([...CONTACT_FIELD_NAMES].toSorted());
});

test.each(ADDED_FIELDS)(
  '$label is on one line, as long as its column allows, and may be missing',
  (field) => {
    const { [field.name]: schema } = contactFieldsSchema.shape;
    expect(schema.parse(undefined)).toBe('');
    expect(schema.parse(`a\n${'b'.repeat(field.max - 2)}`)).toBe(`a ${'b'.repeat(field.max - 2)}`);
    expect(schema.safeParse('b'.repeat(field.max + 1)).success).toBe(false);
  },
);

test('what is stored in columns is read by the names of the form, and empty before a column exists', () => {
  const { phone, jobTitle, jobRole } = listedContactRequestSchema.shape;
  expect([phone, jobTitle, jobRole].map((field) => field.parse(undefined))).toEqual(['', '', '']);
  expect(byColumn(({ name }) => texts[name])).toMatchObject({ phone: 'My Phone', job_title: 'My Job title' });
});

test('fields with one heading are one fact, without those that are empty', () => {
  expect(addedFacts(texts)).toContainEqual(['Job', 'My Job title, My Job role']);
  expect(addedFacts({ ...texts, jobTitle: '' })).toContainEqual(['Job', 'My Job role']);
  expect(addedFacts(byName(() => '')).map(([, text]) => text)).not.toContain('My Phone');
});
