import { beforeAll, describe, expect, it } from 'vitest';
import { INDEXES } from '../../shared/store/table.ts';
import { ofType, type StackTemplate, STAGE, synthesise, systemOf, text } from './synthesis.ts';

/** The dashboard: what its panels read is there, under the names that it has when it is deployed. */

let templates: StackTemplate[];

beforeAll(async () => {
  templates = synthesise(await systemOf());
});

/** The CloudWatch metrics of all panels: namespace, name and dimensions, or an expression. */
function panels(): unknown[][] {
  const [dashboard] = ofType(templates, 'AWS::CloudWatch::Dashboard');
  const body = text(dashboard?.Properties['DashboardBody']).replaceAll('\\"', '"');
  return [...body.matchAll(/"metrics":(\[\[[^]*?\]\])/g)].map(([, metrics]) => [metrics]);
}

describe('every panel shows something', () => {
  /**
   * Whether a search of CloudWatch finds a name. Without quotes a term finds names that hold its words, which end where letters and
   * digits do; in quotes it finds the name that is the term.
   */
  const finds = (term: string, name: string): boolean =>
    /^".*"$/.test(term)
      ? name === term.slice(1, -1)
      : term.split(/[^A-Za-z0-9]+/).every(word => name.split(/[^A-Za-z0-9]+/).includes(word));

  it('searches find the functions of the stage', () => {
    const functions = ofType(templates, 'AWS::Lambda::Function').map(({ Properties }) => String(Properties['FunctionName']));
    const searches = panels().flatMap(([metrics]) => [
      ...String(metrics).matchAll(/SEARCH\('\{AWS\/Lambda,FunctionName\} MetricName=\\*"(\w+)\\*" FunctionName=(.+?)', /g),
    ]);
    expect(searches.map(([, metric]) => metric)).toEqual(['Errors', 'Duration', 'Throttles']);
    for (const [, metric, term = ''] of searches) {
      expect([metric, functions.filter(name => !finds(term, name))]).toEqual([metric, []]);
      expect(finds(term, 'other-invoices-create')).toBe(false);
    }
    expect(finds(`"${STAGE.name}-"`, `${STAGE.name}-invoices-create`)).toBe(false);
  });

  it('names only functions, queues, indexes and metrics of our own that are there', () => {
    const [dashboard] = ofType(templates, 'AWS::CloudWatch::Dashboard');
    const join = dashboard?.Properties['DashboardBody'] as { 'Fn::Join': [string, unknown[]] };
    const body = join['Fn::Join'][1].map(part => (typeof part === 'string' ? part : 'token')).join('');
    const { widgets } = JSON.parse(body) as { widgets: { properties: { metrics?: unknown[][]; alarms?: string[] } }[] };
    const rows = widgets.flatMap(({ properties }) => properties.metrics ?? []).filter(row => typeof row[0] === 'string');
    const named = (type: string, property: string) =>
      ofType(templates, type).map(({ Properties }) => String(Properties[property]));
    const written = ofType(templates, 'AWS::Logs::MetricFilter').map(({ Properties }) =>
      text(Properties['MetricTransformations']),
    );
    const there: Record<string, string[]> = {
      QueueName: named('AWS::SQS::Queue', 'QueueName'),
      FunctionName: named('AWS::Lambda::Function', 'FunctionName'),
      GlobalSecondaryIndexName: Object.keys(INDEXES),
      TableName: [`${STAGE.name}-invoicing`],
    };
    const lost = rows.filter(([namespace, metric, ...dimensions]) =>
      namespace === 'Invoicing'
        ? !written.some(one => one.includes(`"MetricName":"${String(metric)}"`))
        : dimensions.some((name, place) => there[String(name)]?.includes(String(dimensions[place + 1])) === false),
    );
    expect(rows.length).toBeGreaterThan(60);
    expect(lost).toEqual([]);
    expect(widgets.flatMap(({ properties }) => properties.alarms ?? []).length).toBe(
      ofType(templates, 'AWS::CloudWatch::Alarm').filter(({ Properties }) => !text(Properties['AlarmName']).includes('rollout-'))
        .length,
    );
  });
});
