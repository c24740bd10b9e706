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

/** A function with the privileges of its role (infra/local/policy/privileges.ts). */
export interface Privileged {
  name: string;
  privileges: readonly string[];
}

/** Privileges that no call of the function's own code needs, by the beginning of `<function> <privilege>` or of `<privilege>`, and why. */
export const NOT_CALLED: Readonly<Record<string, string>> = {
  'logs:': 'Lambda itself writes the log, with the role of the function.',
  'sqs:ReceiveMessage ': 'The event source mapping of a queue polls it with the role of its function.',
  'sqs:DeleteMessage ': '… and removes what the function has processed.',
  'sqs:ChangeMessageVisibility ': '… and returns what it has not.',
  'dynamodb:DescribeStream ': 'The event source mapping of the stream reads it with the role of its function.',
  'dynamodb:GetRecords ': '…',
  'dynamodb:GetShardIterator ': '…',
  'dynamodb:ListStreams ': '…',
};

export interface ComparedPrivileges {
  /** Numbers of privileges: of all functions, those that a test used, those that are explained. */
  granted: number;
  used: number;
  explained: number;
  /** What is left: `<privilege>: <functions>`. */
  unused: string[];
}

/** Compares what functions may do with what tests have used. Pure. */
export function comparePrivileges(
  functions: readonly Privileged[],
  used: ReadonlySet<string>,
  explained: Readonly<Record<string, string>> = NOT_CALLED,
): ComparedPrivileges {
  const reasons = Object.keys(explained);
  const all = functions.flatMap(({ name, privileges }) => privileges.map(privilege => ({ name, privilege })));
  const rest = all.filter(({ name, privilege }) => !used.has(`${name} ${privilege}`));
  const unexplained = rest.filter(
    ({ name, privilege }) => !reasons.some(reason => privilege.startsWith(reason) || `${name} ${privilege}`.startsWith(reason)),
  );
  const byPrivilege = Map.groupBy(unexplained, ({ privilege }) => privilege);
  return {
    granted: all.length,
    used: all.length - rest.length,
    explained: rest.length - unexplained.length,
    unused: [...byPrivilege]
      .map(([privilege, of]) => `${privilege} (${of.length}): ${of.map(({ name }) => name).join(', ')}`)
      .toSorted(),
  };
}
