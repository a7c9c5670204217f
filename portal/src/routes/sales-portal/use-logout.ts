import { useHostServices } from '../../app/host-services-context.tsx';
import { forgetSession } from '../../app/session-memory.ts';
import { clearQualificationDraft } from '../../features/qualify/flow/qualification-draft.ts';
import { askFirst } from '../../ui/dialogs/ask-first.ts';

/** In this browser the session ends at once. The server's answer may arrive after the person has moved on. */
export function useLogout(): () => void {
  const { signOut, navigate } = useHostServices();
  return () =>
    askFirst(() => {
      void signOut();
      clearQualificationDraft();
      forgetSession();
      navigate('/');
    }, 'all');
}
