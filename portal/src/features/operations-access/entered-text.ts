const CONTROLS = 'input, textarea, select';
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What the fields of a form contain, one line each. @example 'Note: Call on Monday.' */
export function enteredText(form: HTMLElement): string {
  return [...form.querySelectorAll<Control>(CONTROLS)].flatMap(lineOf).join('\n');
}

/** The text of the only field, without its label. For something that is used as it is, such as a sales ID. */
export function onlyText(content: HTMLElement): string {
  return content.querySelector<Control>(CONTROLS)?.value ?? '';
}

function lineOf(control: Control): string[] {
  const label = labelOf(control);
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
    return control.checked ? [label] : [];
  }
  const value =
    control instanceof HTMLSelectElement
      ? (control.selectedOptions[0]?.textContent ?? '')
      : control.value.trim();
  return value === '' ? [] : [`${label}: ${value}`];
}

function labelOf(control: Control): string {
  const label = control.labels?.[0];
  return label === undefined ? (control.getAttribute('aria-label') ?? '') : textsOf(label).join(' ');
}

/** A label may be around its control, whose options are no part of the label. */
function textsOf(node: Node): string[] {
  return [...node.childNodes].flatMap((child) => {
    if (child instanceof Element) return child.matches(CONTROLS) ? [] : textsOf(child);
    const text = child.textContent?.trim() ?? '';
    return text === '' ? [] : [text];
  });
}
