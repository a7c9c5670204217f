/** What each tab of Operations is given. Its file exports the panel as its default. */
export interface OperationsPanelProps {
  /** The manager. */
  repId: string;
  /** Whether the tab is shown. A tab that is not shown loads nothing again. */
  isShown: boolean;
  /** The server refused a call with 403: the manager's access may have ended. */
  onRefused(): void;
}
