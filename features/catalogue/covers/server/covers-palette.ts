/** Raise it with every change of the drawing, so that stored covers are redrawn. */
export const designVersion = '1'

/** Colours of a cover: the ground, its spine, two shapes on it, and type that is readable on the ground. */
export type Palette = { ground: string; spine: string; shape: string; light: string; ink: string; quiet: string }

const paper = '#f7f2e7'

/** The interface's hues (teal accent, warm paper, ok, warn, bad) and neighbours, deep enough for paper-white type. */
const deep = (ground: string, spine: string, shape: string, light: string): Palette => ({
  ground,
  spine,
  shape,
  light,
  ink: '#fdfaf2',
  quiet: '#f3ead6',
})
/** Paper-coloured covers with dark type. */
const pale = (ground: string, spine: string, shape: string, light: string, ink: string): Palette => ({
  ground,
  spine,
  shape,
  light,
  ink,
  quiet: ink,
})

export const palettes: Palette[] = [
  deep('#0f5c63', '#0a444a', '#1d7a80', '#e0b354'),
  deep('#28513d', '#1b3b2b', '#3c7056', '#e8c77a'),
  deep('#27406b', '#1a2d4f', '#3c5b92', '#f0b98a'),
  deep('#6d2f3d', '#50202c', '#8f4655', '#e9c28b'),
  deep('#513a6b', '#3a284f', '#6d5390', '#ecc0a0'),
  deep('#8a4a22', '#683616', '#aa6535', '#f2d49b'),
  deep('#1f3a44', '#13272f', '#34596a', '#d98f5c'),
  deep('#5c5a22', '#434118', '#7c7a37', '#f0dfa0'),
  deep('#963f35', '#722c24', '#b75d50', '#f6d3a6'),
  deep('#374151', '#252d3a', '#55627a', '#a8c9c4'),
  pale(paper, '#0f5c63', '#3f8f92', '#d9a441', '#1d3437'),
  pale('#f4e9d3', '#963f35', '#b75d50', '#27406b', '#3a231d'),
  pale('#e9efe4', '#28513d', '#5f8f72', '#c98a3a', '#1d3227'),
  pale('#ecebf3', '#513a6b', '#7a68a6', '#d08a6a', '#2c2440'),
  pale('#e6eef0', '#27406b', '#5f86a8', '#c96f4a', '#1a2d4f'),
]
