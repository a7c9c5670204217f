import { type ComponentType, type ReactNode, useState } from 'react';
import { useHost } from '../../host-context.tsx';
import { type ContactQuery, pathOfQuery } from './contact-query.ts';

type DialogComponent = ComponentType<ContactQuery & { onClose(): void }>;

interface ContactDialogControl {
  /** Says the same as the dialog, for a new tab, for no script, and for a dialog that cannot be loaded. */
  path: string;
  open(): void;
  isLoading: boolean;
  dialog: ReactNode;
}

/** The contact form over the page. Its code is fetched on demand. If that fails, the contact page opens. */
export function useContactDialog(query: ContactQuery): ContactDialogControl {
  const { navigate } = useHost();
  const [isLoading, setIsLoading] = useState(false);
  /** Wrapped, because React calls a function that it is given as a state. */
  const [dialog, setDialog] = useState<{ Component: DialogComponent } | null>(null);
  const path = pathOfQuery(query);

  function open(): void {
    setIsLoading(true);
    import('./contact-dialog.tsx')
      .then(
        ({ default: Component }) => setDialog({ Component }),
        () => navigate(path),
      )
      .finally(() => setIsLoading(false));
  }

  return {
    path,
    open,
    isLoading,
    dialog: dialog === null ? null : <dialog.Component {...query} onClose={() => setDialog(null)} />,
  };
}
