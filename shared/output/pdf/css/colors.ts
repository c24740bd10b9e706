import type { CssNode, FunctionNode } from 'css-tree';
import { channels, luminance } from '../configuration.ts';

/** Converts opaque colours of CSS to `#rrggbb` (CSS Color 4). */

/** The named colours (CSS Color 4 §6.1). */
const NAMED = new Map(
  [
    ...`
    aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000
    blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00
    chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b
    darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b
    darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f
    darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493
    deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22
    fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f
    grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa
    lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff
    lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a
    lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de
    lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa
    mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee
    mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa
    mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500
    orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093
    papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080
    rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460
    seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090
    slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347
    turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32`.matchAll(
      /\b([a-z]+) ([0-9a-f]{6})/g,
    ),
  ].map(([, name = '', hex = '']) => [name, `#${hex}`]),
);

/** An opaque colour as `#rrggbb`; null for anything else. */
export function opaqueColor(node: CssNode): string | null {
  if (node.type === 'Identifier') return NAMED.get(node.name.toLowerCase()) ?? null;
  if (node.type === 'Hash') return hex(node.value.toLowerCase());
  return node.type === 'Function' ? computed(node) : null;
}

function hex(digits: string): string | null {
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  return /^[0-9a-f]{3}$/.test(digits) ? `#${digits.replace(/./g, '$&$&')}` : null;
}

/** Evaluates `rgb()` and `hsl()` with three plain values; a fourth one, the opacity, must be 1. */
function computed({ name, children }: FunctionNode): string | null {
  const values = children.toArray().filter(({ type }) => type !== 'Operator');
  const [opacity] = values.splice(3).map(numberOf);
  const [first, second, third] = values.map(numberOf);
  if (first == null || second == null || third == null || (opacity != null && opacity !== 1)) return null;
  if (/^rgba?$/i.test(name)) {
    const scale = values[0]?.type === 'Percentage' ? 2.55 : 1;
    return written([first * scale, second * scale, third * scale]);
  }
  return /^hsla?$/i.test(name) ? written(fromHsl(first, second / 100, third / 100)) : null;
}

const numberOf = (node: CssNode): number | null => {
  if (node.type === 'Number' || node.type === 'Percentage') return Number(node.value);
  return node.type === 'Dimension' && node.unit === 'deg' ? Number(node.value) : null;
};

const written = (rgb: number[]): string =>
  `#${rgb
    .map(channel =>
      Math.min(255, Math.max(0, Math.round(channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Converts HSL to RGB (CSS Color 4 §7.1). */
function fromHsl(hue: number, saturation: number, lightness: number): number[] {
  const share = (place: number): number => {
    const k = (((place + hue / 30) % 12) + 12) % 12;
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [0, 8, 4].map(place => 255 * share(place));
}

/**
 * Whether text may have the colour: no lighter than #999999, which has a contrast of 2.8:1 on white and 1.8:1 on the darkest
 * background.
 */
export const isReadable = (color: string): boolean => luminance(channels(color)) <= 0.32;

/** Whether backgrounds may have the colour: light enough for all colours that text may have. */
export const isLight = (color: string): boolean => luminance(channels(color)) >= 0.65;
