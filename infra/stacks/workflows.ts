import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { BackgroundEntry } from '../catalogue.ts';
import type { Statement } from '../statement.ts';
import * as names from '../names.ts';
import type { StageSettings } from '../stages.ts';
import { type StateMachineFile, taskSubstitutions } from '../state-machines.ts';
import { assumedBy, logicalId, policyDocument, substituted } from './template.ts';

export interface WorkflowsProps extends StackProps {
  machines: readonly StateMachineFile[];
  background: readonly BackgroundEntry[];
}

/** The state machines, from their files as they are; each may invoke the functions that it names and nothing else. */
export class WorkflowsStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageSettings, { machines, background, ...props }: WorkflowsProps) {
    super(scope, id, props);
    const known = taskSubstitutions(background, entry => names.functionArn(stage, entry.name));
    for (const { name, definition } of machines) {
      const used = namedIn(name, definition, known);
      const logs = new CfnLogGroup(this, `${logicalId(name)}Log`, {
        // Of AWS's own prefix: the account's policy for log deliveries does not grow with every machine.
        logGroupName: `/aws/vendedlogs/states/${names.machineName(stage, name)}`,
        retentionInDays: stage.logRetentionDays,
      });
      const role = new CfnRole(this, `${logicalId(name)}Role`, {
        assumeRolePolicyDocument: assumedBy('states.amazonaws.com', true),
        policies: [
          {
            policyName: 'uses',
            policyDocument: policyDocument([{ Action: ['lambda:InvokeFunction'], Resource: Object.values(used) }, LOG_DELIVERY]),
          },
        ],
      });
      new CfnStateMachine(this, logicalId(name), {
        stateMachineName: names.machineName(stage, name),
        stateMachineType: 'STANDARD',
        definitionString: definition,
        definitionSubstitutions: substituted(used),
        roleArn: role.attrArn,
        loggingConfiguration: {
          level: 'ALL',
          // What goes through the states names companies and documents.
          includeExecutionData: false,
          destinations: [{ cloudWatchLogsLogGroup: { logGroupArn: logs.attrArn } }],
        },
      });
    }
  }
}

/** Log deliveries have no resources to name (Step Functions developer guide, "Logging using CloudWatch Logs"). */
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

/** The functions that a definition names. @throws when there is no task of a name */
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
