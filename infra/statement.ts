/** An IAM statement that allows; `${AWS::…}` in its texts is filled in by CloudFormation. */
export interface Statement {
  Action: string[];
  Resource: string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

/** An IAM statement that allows actions on resources. */
export const allow = (Action: string[], Resource: string[], Condition?: Statement['Condition']): Statement => ({
  Action,
  Resource,
  ...(Condition && { Condition }),
});
