/**
 * For a customer whose link led to a page that its code never took over. styles/document.css shows it after a while; as
 * soon as the host runs, `useSignInDialogs` takes that back.
 */
export function LinkNote() {
  return (
    <div role="alert" data-link-note>
      <div className="border-b border-line bg-surface">
        <p className="mx-auto max-w-page px-4 py-3 font-semibold md:px-6">
          This page could not finish loading. Please open the link from your sales representative again.
        </p>
      </div>
    </div>
  );
}
