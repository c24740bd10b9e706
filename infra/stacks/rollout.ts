import type { Stack } from 'aws-cdk-lib';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import type { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import * as names from '../stage/names.ts';
import type { StageSettings } from '../stage/stages.ts';
import type { Metric } from './observability/log-filters.ts';
import { addFilter } from './observability/log-metrics.ts';
import { assumedBy, policyDocument, substituted } from './template.ts';

/** A tenth of the calls for five minutes, then all. */
const CANARY = 'CodeDeployDefault.LambdaCanary10Percent5Minutes';

/**
 * Errors in five minutes above which a rollout is rolled back, beyond one in a hundred calls. A canary that always fails is a tenth of
 * the calls, ten times what the share allows; three errors are needed at least, however few the calls are.
 */
const MOST_ERRORS = 2;
const CALLS_PER_ERROR = 100;

/** Seconds: those of the canary. CloudWatch evaluates each minute the five minutes before it, so that many errors ring at once. */
const PERIOD = 300;

/**
 * Lines that say that code has failed: errors that the service logs itself, and invocations that Lambda ended (a timeout, too little
 * memory, code that cannot be loaded), which its own `platform.report` lines state.
 */
const ERROR_LINES =
  '{ $.level = "ERROR" || $.record.status = "error" || $.record.status = "timeout" || $.record.status = "failure" }';

/** Lambda writes one such line for each invocation, of any version and with any end. */
const CALL_LINES = '{ $.type = "platform.report" }';

/** What the alarm of a rollout counts, and when it rings. In minutes without an error the metric of errors has no value, and the expression has none. */
export const ROLLOUT_ALARM = {
  lines: { errors: ERROR_LINES, calls: CALL_LINES },
  excess: `errors - FILL(calls, 0) / ${CALLS_PER_ERROR}`,
  above: MOST_ERRORS,
  seconds: PERIOD,
} as const;

/**
 * The gradual rollout of a stack's functions (setting `gradualRollout` of a stage): CodeDeploy sends a tenth of the calls to a new version
 * and, if the alarm of the stack rings within five minutes, none any more; CloudFormation then rolls the whole stack back. The alarm
 * sees calls and errors of all versions and all functions of the stack: alarms on each function's new version would be three hundred.
 * So a deploy during an outage of a dependency is rolled back too, and is repeated after it; and a new version of a function that gets
 * less than some tenth of the stack's calls can fail unnoticed (docs/operations/deploying.md, "A new version").
 */
export class Rollout {
  readonly #stack: Stack;
  readonly #application: CfnApplication;
  readonly #role: CfnRole;
  readonly #alarm: CfnAlarm;
  readonly #errors: Metric;
  readonly #calls: Metric;

  constructor(stack: Stack, stage: StageSettings, group: string, areas: readonly string[]) {
    this.#stack = stack;
    this.#errors = names.errorMetric(stage, group);
    this.#calls = names.callMetric(stage, group);
    this.#application = new CfnApplication(stack, 'Rollout', { computePlatform: 'Lambda' });
    this.#role = new CfnRole(stack, 'RolloutRole', {
      description: 'Moves the aliases of functions to new versions for CodeDeploy',
      assumeRolePolicyDocument: assumedBy('codedeploy.amazonaws.com', true),
      policies: [
        {
          policyName: 'rollout',
          policyDocument: policyDocument([
            {
              Action: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
              Resource: areas.map(area => names.functionArn(stage, `${area}-*`)),
            },
            // Alarms cannot be named in a policy for this call.
            { Action: ['cloudwatch:DescribeAlarms'], Resource: ['*'] },
          ]),
        },
      ],
    });
    this.#alarm = new CfnAlarm(stack, 'RolloutAlarm', {
      alarmName: `${stage.name}-rollout-${group}`,
      alarmDescription:
        'Functions of this stack fail. A rollout that is under way is rolled back; without one, look at their log groups.',
      metrics: [
        { id: 'excess', label: 'Errors beyond one in a hundred calls', expression: ROLLOUT_ALARM.excess },
        counted('errors', this.#errors),
        counted('calls', this.#calls),
      ],
      evaluationPeriods: 1,
      threshold: ROLLOUT_ALARM.above,
      comparisonOperator: 'GreaterThanThreshold',
      treatMissingData: 'notBreaching',
      alarmActions: [substituted(names.alarmTopicArn(stage))],
      okActions: [substituted(names.alarmTopicArn(stage))],
    });
  }

  /** Counts the calls and the errors in a log group of the stack. */
  countCalls(area: string, logs: CfnLogGroup): void {
    addFilter(this.#stack, `${area}-errors`, logs, { metric: this.#errors, pattern: ERROR_LINES, value: '1' });
    addFilter(this.#stack, `${area}-calls`, logs, { metric: this.#calls, pattern: CALL_LINES, value: '1' });
  }

  /** Lets CodeDeploy move an alias. A function's first version gets all calls at once. @param id the function's logical id */
  moves(id: string, alias: CfnAlias): void {
    const group = new CfnDeploymentGroup(this.#stack, `${id}Rollout`, {
      applicationName: this.#application.ref,
      serviceRoleArn: this.#role.attrArn,
      deploymentConfigName: CANARY,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: { enabled: true, alarms: [{ name: this.#alarm.ref }] },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    alias.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName: this.#application.ref, deploymentGroupName: group.ref },
    };
  }
}

/** A metric that an expression reads under its id. */
const counted = (id: string, metric: Metric): CfnAlarm.MetricDataQueryProperty => ({
  id,
  metricStat: { metric, stat: 'Sum', period: PERIOD },
  returnData: false,
});
