/** An IAM statement with the effect `Allow`; CloudFormation fills in `${AWS::…}`. */
export interface Statement {
  Action: string[];
  Resource: string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

export const allow = (Action: string[], Resource: string[], Condition?: Statement['Condition']): Statement => ({
  Action,
  Resource,
  ...(Condition && { Condition }),
});

/** The same permissions in fewer statements: one for all actions on the same resources under the same condition. */
export function merged(statements: readonly Statement[]): Statement[] {
  const same = Map.groupBy(statements, ({ Resource, Condition }) => JSON.stringify([Resource, Condition]));
  return [...same.values()].flatMap(group =>
    group[0] ? [{ ...group[0], Action: [...new Set(group.flatMap(({ Action }) => Action))] }] : [],
  );
}
