interface PaperChoiceProps {
  /** The choice of each control in words. Nothing for a control without a restriction. */
  chosen: readonly (string | null | undefined)[];
}

/** Printed pages hide the controls, so this line shows their choices. */
export function PaperChoice({ chosen }: PaperChoiceProps) {
  const words = chosen.filter(Boolean);
  if (words.length === 0) return null;
  return <p className="hidden text-sm print:block">Only: {words.join(', ')}</p>;
}
