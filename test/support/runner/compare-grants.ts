/** A function, and what it declares to use with the actions that this grants. */
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
