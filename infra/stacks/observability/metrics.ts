import { Duration, type Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, type TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import * as names from '../../stage/names.ts';
import type { StageSettings } from '../../stage/stages.ts';

/** The metrics that alarms and dashboard read. */

/** A metric with its alarm. */
export interface Watched {
  id: string;
  /** The alarm's description: what is wrong, and what to do first. */
  says: string;
  metric: IMetric;
  /** Whether somebody is to look now, at any hour; by default it can wait until tomorrow. */
  urgent?: true;
  above: number;
  /** How many periods of the metric are looked at. */
  periods?: number;
  /** In how many of them the metric must be above; by default in all. */
  inPeriods?: number;
  /** What it means that a period has no values: by default that nothing happened. */
  missing?: TreatMissingData;
}

/** The period of every metric. */
export const PERIOD_MINUTES = 5;

export const metric = (namespace: string, metricName: string, dimensionsMap: Record<string, string>, statistic: string): Metric =>
  new Metric({ namespace, metricName, dimensionsMap, statistic, period: Duration.minutes(PERIOD_MINUTES) });

export const api = (apiId: string, name: string, statistic: string): Metric =>
  metric('AWS/ApiGateway', name, { ApiId: apiId }, statistic).with({ label: `${name} ${statistic}` });
export const table = (stage: StageSettings, name: string, more: Record<string, string> = {}): Metric =>
  metric('AWS/DynamoDB', name, { TableName: names.tableName(stage), ...more }, 'Sum');
export const queue = (stage: StageSettings, of: string, name: string): Metric =>
  metric('AWS/SQS', name, { QueueName: names.queueName(stage, of) }, 'Maximum').with({ label: of });
export const ofFunction = (stage: StageSettings, of: string, name: string, statistic: string): Metric =>
  metric('AWS/Lambda', name, { FunctionName: names.functionName(stage, of) }, statistic);
export const machine = (stack: Stack, stage: StageSettings, of: string, name: string): Metric => {
  const StateMachineArn = stack.formatArn({
    service: 'states',
    resource: `stateMachine:${names.machineName(stage, of)}`,
  });
  return metric('AWS/States', name, { StateMachineArn }, 'Sum').with({ label: `${of} ${name}` });
};

/** How many functions a graph of the dashboard shows: a line for each of 300 could not be read. */
const MOST_LINES = 10;

/**
 * The functions of the stage with the highest values in the time shown, one line each, found by name when the dashboard is opened (a search
 * takes up to 500). An unquoted search term matches values that
 * contain the word (CloudWatch, "Search expression syntax"), and every function name contains the name of the stage.
 */
export const highestFunctions = (stage: StageSettings, name: string, statistic: string): MathExpression =>
  new MathExpression({
    expression: `SLICE(SORT(SEARCH('{AWS/Lambda,FunctionName} MetricName="${name}" FunctionName=${stage.name}', '${statistic}', 300), ${statistic === 'Sum' ? 'SUM' : 'MAX'}, DESC), 0, ${MOST_LINES})`,
    usingMetrics: {},
    label: '',
  });
