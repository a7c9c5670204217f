// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { enteredText, onlyText } from './lost-work-dialog.tsx';

test('each filled field is one line with its label', () => {
  const form = document.body.appendChild(document.createElement('form'));
  form.innerHTML = `
    <label for="note">Note</label><textarea id="note">Call on Monday.\nAsk for Vera.</textarea>
    <label for="empty">Phone</label><input id="empty" value=" ">
    <label><span>To</span>
      <select><option>Choose a representative</option><option selected>Heidi Heir</option></select>
    </label>
    <label><input type="radio">All: 12 customers</label>
    <label><input type="radio" checked>Chosen ones</label>
    <label><input type="checkbox" checked><span><span>Ada</span><span>Engines</span></span></label>
    <input type="search" aria-label="Search" value="ada">`;
  expect(enteredText(form).split('\n')).toEqual([
    'Note: Call on Monday.',
    'Ask for Vera.',
    'To: Heidi Heir',
    'Chosen ones',
    'Ada Engines',
    'Search: ada',
  ]);
});

test('what is used as it is comes without its label', () => {
  const content = document.body.appendChild(document.createElement('div'));
  content.innerHTML = '<label for="id">Sales ID</label><input id="id" value="SR-7Q2M">';
  expect(onlyText(content)).toBe('SR-7Q2M');
});
