import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** What a button opens below itself: Escape and a press or the focus elsewhere close it. */
export function usePopover() {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside, { capture: true });
    };
  }, [open]);
  return {
    open,
    setOpen,
    button,
    /** Props of the element around both. */
    frame: {
      ref: frame,
      className: 'relative',
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      },
    },
  };
}
