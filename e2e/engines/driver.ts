export interface Point {
  x: number;
  y: number;
}

export type Key = '?' | 'Enter' | 'Escape' | 'Space' | 'Tab' | 'ArrowRight';

/** One profile with one page, in any browser. Journeys know the browser only through this interface. */
export interface Driver {
  /** Resolves once the document is loaded. @param address a path of the site, or a whole address */
  open(address: string): Promise<void>;
  /** Sets the window's size. The page becomes `width` wide. */
  resize(width: number, height: number): Promise<void>;
  /** Runs a function in the page. It sees only its arguments. Arguments and result are plain values. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Runs a script in the page. The page's policy does not apply to it. */
  runScript(source: string): Promise<void>;
  /** A real click of the mouse at a point of the viewport. */
  clickAt(point: Point): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** The viewport as PNG, in base64. */
  screenshot(): Promise<string>;
  /** The problems in the page since the last call. */
  takeProblems(): Promise<string[]>;
  close(): Promise<void>;
}

/** A browser engine on this machine. */
export interface Engine {
  /** A new profile that shares nothing with the others. Its page may ask only the site under test. */
  newDriver(): Promise<Driver>;
  close(): Promise<void>;
}

export type EngineName = 'chromium' | 'firefox' | 'webkit';
