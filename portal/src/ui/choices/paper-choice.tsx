interface PaperChoiceProps {
  /** The choice of each control in words. null or '' for a control without a restriction. */
  chosen: readonly (string | null)[];
}

/** Printed pages hide the controls, so this line shows their choices. */
export function PaperChoice({ chosen }: PaperChoiceProps) {
  const words = chosen.filter((part) => part !== null && part !== '');
  if (words.length === 0) return null;
  return <p className="hidden text-sm print:block">Only: {words.join(', ')}</p>;
}
