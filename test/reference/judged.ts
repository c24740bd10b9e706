/**
 * The differences that were judged, by the title of their call: why they are right or harmless. In none does the local table take what the
 * reference refuses.
 */
export const JUDGED: Readonly<Record<string, string>> = {
  'condition: size(:a) = :three': 'Stricter: the local engine takes paths alone.',
  'update: no bytes': 'The reference fails; AWS answers SerializationException, as the local engine does.',
  ...Object.fromEntries(
    [
      ...['an element', 'an element after the end', 'an element far after the end'],
      ...['an element removed', 'two elements removed', 'an element that is not there'],
    ].map(title => [
      `update: ${title}`,
      'Stricter: operands.ts refuses elements by their place, which the local engine pads, or removes in turn.',
    ]),
  ),
  'update: a normalised number':
    'Elements before; and the reference returns the number as it was sent, AWS and the local engine 150.',
};
