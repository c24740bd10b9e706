import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { BackgroundEntry } from '../catalogue.ts';
import type { Statement } from '../grants/statement.ts';
import * as names from '../stage/names.ts';
import type { StageSettings } from '../stage/stages.ts';
import { type StateMachineFile, taskSubstitutions } from '../stage/state-machines.ts';
import { assumedBy, logicalId, MAY_TRACE, policyDocument, substituted } from './template.ts';

export interface WorkflowsProps extends StackProps {
  machines: readonly StateMachineFile[];
  background: readonly BackgroundEntry[];
}

/** The state machines of `statemachines/`; each may only invoke the functions that its definition names. */
export class WorkflowsStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageSettings, { machines, background, ...props }: WorkflowsProps) {
    super(scope, id, props);
    const known = taskSubstitutions(background, entry => names.liveFunctionArn(stage, entry.name));
    for (const { name, definition } of machines) {
      const used = namedIn(name, definition, known);
      const logs = new CfnLogGroup(this, `${logicalId(name)}Log`, {
        // For this prefix AWS needs no entry per log group in the account's resource policy, whose size is limited.
        logGroupName: `/aws/vendedlogs/states/${names.machineName(stage, name)}`,
        retentionInDays: stage.logRetentionDays,
      });
      const role = new CfnRole(this, `${logicalId(name)}Role`, {
        assumeRolePolicyDocument: assumedBy('states.amazonaws.com', true),
        policies: [
          {
            policyName: 'uses',
            policyDocument: policyDocument([
              { Action: ['lambda:InvokeFunction'], Resource: Object.values(used) },
              LOG_DELIVERY,
              ...(stage.tracing ? [MAY_TRACE] : []),
            ]),
          },
        ],
      });
      new CfnStateMachine(this, logicalId(name), {
        stateMachineName: names.machineName(stage, name),
        stateMachineType: 'STANDARD',
        definitionString: definition,
        definitionSubstitutions: substituted(used),
        roleArn: role.attrArn,
        ...(stage.tracing && { tracingConfiguration: { enabled: true } }),
        loggingConfiguration: {
          level: 'ALL',
          // Inputs and outputs of states contain ids of companies and documents.
          includeExecutionData: false,
          destinations: [{ cloudWatchLogsLogGroup: { logGroupArn: logs.attrArn } }],
        },
      });
    }
  }
}

/** Log deliveries require `*` as resource (Step Functions developer guide, "Logging using CloudWatch Logs"). */
const LOG_DELIVERY: Statement = {
  Action: [
    'logs:CreateLogDelivery',
    'logs:GetLogDelivery',
    'logs:UpdateLogDelivery',
    'logs:DeleteLogDelivery',
    'logs:ListLogDeliveries',
    'logs:PutResourcePolicy',
    'logs:DescribeResourcePolicies',
    'logs:DescribeLogGroups',
  ],
  Resource: ['*'],
};

/** The ARNs of the functions that a definition names, by substitution name. @throws when there is no such task */
function namedIn(machine: string, definition: string, known: Record<string, string>): Record<string, string> {
  const wanted = [...new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map(match => match[1] ?? ''))];
  return Object.fromEntries(
    wanted.map(name => {
      const arn = known[name];
      if (!arn) throw new Error(`statemachines/${machine}.asl.json names \${${name}}; functions/tasks has no such task.`);
      return [name, arn];
    }),
  );
}
