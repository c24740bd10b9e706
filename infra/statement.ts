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
