import { KEPT, type Kept } from './kept-privileges.ts';

/** A function, and the words of its `uses` with the actions that they grant. */
export interface Granted {
  name: string;
  grants: readonly { word: string; actions: readonly string[] }[];
}

/**
 * Words that tests cannot use, by function, and why.
 */
export const EXPLAINED: Readonly<Record<string, string>> = {
  'attachments-start-upload uploads:write':
    'Signs a form: the upload is a request of the caller, with the rights of the function.',
};

/** `<function> <word>` of each word of which no action was used, if it is not explained; explained ones that were used, too. Pure. */
export function unusedGrants(
  functions: readonly Granted[],
  used: ReadonlySet<string>,
  explained: Readonly<Record<string, string>> = EXPLAINED,
): string[] {
  return functions.flatMap(({ name, grants }) =>
    grants.flatMap(({ word, actions }) => {
      const isUsed = actions.length === 0 || actions.some(action => used.has(`${name} ${action}`));
      const line = `${name} ${word}`;
      if (isUsed && Object.hasOwn(explained, line)) return [`${line}: is used; its explanation is out of date`];
      return isUsed || Object.hasOwn(explained, line) ? [] : [line];
    }),
  );
}

/** A function with the privileges of its role (infra/local/policy/privileges.ts), and the words of its `uses` that grant them. */
export interface Privileged {
  name: string;
  privileges: readonly string[];
  words?: readonly { word: string; privileges: readonly string[] }[];
}

/** The privileges that one reason explains. */
export interface Explained {
  why: string;
  count: number;
}

export interface ComparedPrivileges {
  /** Numbers of privileges: of all functions, and those that a test used. */
  granted: number;
  used: number;
  /** Those that stay although no test used them, by reason. */
  explained: Explained[];
  /** What is left, the difference: `<function> <privilege> (<word of uses>)`. */
  unused: string[];
  /** The reasons that explain no privilege, except for those whose privileges may be used. */
  needless: string[];
}

/** Compares what functions may do with what tests have used (`<function> <privilege>`). Pure. */
export function comparePrivileges(
  functions: readonly Privileged[],
  used: ReadonlySet<string>,
  kept: readonly Kept[] = KEPT,
): ComparedPrivileges {
  const all = functions.flatMap(({ name, privileges }) => privileges.map(privilege => ({ name, privilege })));
  const isUsed = ({ name, privilege }: (typeof all)[number]): boolean => used.has(`${name} ${privilege}`);
  const usedSomewhere = new Set(all.filter(isUsed).map(({ privilege }) => privilege));
  const rest = all.filter(one => !isUsed(one));
  const reasonOf = ({ name, privilege }: (typeof all)[number]): Kept | undefined =>
    kept.find(
      ({ privileges, elsewhere }) =>
        privileges.test(`${name} ${privilege}`) && (elsewhere === undefined || usedSomewhere.has(privilege)),
    );
  const byReason = Map.groupBy(rest, reasonOf);
  const wordFor = ({ name, privilege }: (typeof all)[number]): string => {
    const words = functions.find(one => one.name === name)?.words ?? [];
    const granting = words.filter(({ privileges }) => privileges.includes(privilege)).map(({ word }) => `\`${word}\``);
    return granting.join(' or ') || 'of the code around it';
  };
  return {
    granted: all.length,
    used: all.length - rest.length,
    explained: kept.flatMap(one => {
      const count = byReason.get(one)?.length ?? 0;
      return count > 0 ? [{ why: one.why, count }] : [];
    }),
    unused: (byReason.get(undefined) ?? []).map(one => `${one.name} ${one.privilege} (${wordFor(one)})`).toSorted(),
    needless: kept.filter(one => !byReason.has(one) && !one.mayBeUsed).map(({ why }) => why),
  };
}
