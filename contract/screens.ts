// Every screen, described once for the browser, the server and the tests.
import { applicationScreens } from './application-screens.ts';
import { loanScreens } from './loan-screens.ts';
import { type DeclaredByStage, type Screen, screenOf } from './screen-declaration.ts';

const table = { ...applicationScreens, ...loanScreens };
type Table = typeof table;
type Stage = keyof Table;

export type ScreenName = { readonly [S in Stage]: keyof Table[S] }[Stage];
export const screens = Object.fromEntries(
  Object.entries(table as DeclaredByStage).flatMap(([stage, ofStage]) =>
    Object.entries(ofStage).map(([name, declared]) => [name, screenOf(stage as Stage, declared)]),
  ),
) as Readonly<Record<ScreenName, Screen>>;
export const screenNames = Object.keys(screens) as ScreenName[];

type TaskIn<Screens> = {
  readonly [Name in keyof Screens]: Screens[Name] extends {
    side: Exclude<Screen['side'], 'loan' | 'next' | 'guarantees'>;
  }
    ? never
    : Name;
}[keyof Screens];
/** The screens with something to do or to wait for. */
export type TaskScreen = { readonly [S in Stage]: TaskIn<Table[S]> }[Stage];
/** The stages that have such a screen. */
export type TaskStage = { readonly [S in Stage]: [TaskIn<Table[S]>] extends [never] ? never : S }[Stage];
export const stageOf = (screen: TaskScreen) => screens[screen].stage as TaskStage;

/** Group addresses lead to the group's default screen; an unknown loan-request address leads to offers. */
export const groupDefaults = {
  '/fast-path': 'fast-path-options',
  '/loan-request': 'offers',
  '/borrower-verification': 'bank-link',
  '/receive-funds': 'approval-submit',
} as const satisfies Record<string, ScreenName>;

/** Former addresses of pages that others may still link to, and where those pages are now. */
export const movedAddresses: Readonly<Record<string, string>> = {
  '/legal/licences-and-disclosures': '/legal/licenses-and-disclosures',
};

/** The path of a screen that takes no parameters. */
export function pathOf(name: ScreenName): string {
  return screens[name].path;
}

/** The screen a path names, parameters allowed for; undefined where no screen has it. */
export function screenAt(pathname: string): ScreenName | undefined {
  const parts = pathname.replace(/\/+$/, '').split('/');
  return screenNames.find((name) => {
    const shape = screens[name].path.split('/');
    return (
      shape.length === parts.length && shape.every((part, i) => part.startsWith(':') || part === parts[i])
    );
  });
}

export const publicScreens = screenNames.filter((name) => screens[name].access !== 'step');
