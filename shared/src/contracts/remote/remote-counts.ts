/**
 * What a remote may have counted: `track` with the category `count` and one of these names as its action. Every name is
 * optional, so that another one needs no new version. A host ignores a name that it does not know.
 */
export interface RemoteCounts {
  'form-opened'?: true;
  'form-begun'?: true;
  'form-sent'?: true;
  'demo-booked'?: true;
  'prices-seen'?: true;
}
