/** An item in the format of the wire protocol: `{ name: { S: 'text' } }`. */
export type WireItem = Record<string, object>;

/**
 * The bytes that DynamoDB charges an item by: names and values of its attributes, without the letters of their types. A number counts with a
 * byte for each character, which is somewhat more than on AWS.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export const bytesOfItem = (item: WireItem): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOfValue(value), 0);

function bytesOfValue(value: object): number {
  const [[type, content] = ['NULL', true]] = Object.entries(value) as [string, unknown][];
  // Bytes are text in JSON, and an array before they are sent.
  if (type === 'B') return typeof content === 'string' ? Buffer.byteLength(content, 'base64') : (content as Uint8Array).length;
  if (type === 'L') return (content as object[]).reduce((sum, one) => sum + bytesOfValue(one), 3);
  if (type === 'M') return bytesOfItem(content as WireItem) + 3;
  if (Array.isArray(content)) return (content as string[]).reduce((sum, one) => sum + Buffer.byteLength(one), 3);
  return typeof content === 'string' ? Buffer.byteLength(content) : 1;
}
