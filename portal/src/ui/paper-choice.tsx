interface PaperChoiceProps {
  /** What each control chose, in words; null or '' for a control that leaves nothing out. */
  chosen: readonly (string | null)[];
}

/** On paper the controls are gone, so this line says what they chose. */
export function PaperChoice({ chosen }: PaperChoiceProps) {
  const words = chosen.filter((part) => part !== null && part !== '');
  if (words.length === 0) return null;
  return <p className="hidden text-sm print:block">Only: {words.join(', ')}</p>;
}
