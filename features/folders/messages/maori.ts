import type { Translation } from '#kit/messages.ts'
import type { english } from './english.ts'

export const maori: Translation<typeof english> = {
  addToFolder: 'Tāpiri ki te kōpaki',
  inFolder: 'Kei te kōpaki',
  addHint: 'Tāpiri ki te kōpaki taupua',
  removeHint: 'Tango i te kōpaki taupua',
  titleAdded: 'Kua tāpirihia {title} ki te kōpaki taupua',
  titleRemoved: 'Kua tangohia {title} i te kōpaki taupua',
  alreadyAdded: 'Kua tāpirihia kētia te tūemi ki te kōpaki taupua',
  notInFolder: 'Kāore te tūemi i te kōpaki',
  chooseFolder: 'Kōwhiria he kōpaki',
  temporaryFolder: 'Kōpaki taupua',
  savedFolders: 'Kōpaki kua tiakina',
  newFolder: 'Kōpaki hou …',
  newFolderTitle: 'Kōpaki hou',
  folderName: 'Ingoa kōpaki',
  seenBySchool: 'Ka kitea e te katoa o tō kura i raro i ngā Kōpaki kua tiakina.',
  save: 'Tiaki',
  undo: 'Wetekina',
  addedToNamed: 'Kua tāpirihia {records} ki “{name}”.',
  allInNamed: 'Kei “{name}” kē te katoa.',
  saveAll: 'Tiaki i te {count} katoa',
  removeAll: 'Tango i te {count} katoa',
  toFolder: 'ki te kōpaki taupua',
  fromFolder: 'i te kōpaki taupua',
  pageAdded: 'Kua tāpirihia ngā mauhanga e {count} ki te kōpaki taupua',
  pageRemoved: 'Kua tangohia ngā mauhanga e {count} i te kōpaki taupua',
  record: 'mauhanga',
  records: 'mauhanga',
  added: 'Kua tāpirihia {records} ki te kōpaki taupua.',
  addedBeside: 'Kua tāpirihia {records} ki te kōpaki taupua; {others} kei reira kē.',
  tooMany:
    'Ka taea e te kōpaki te pupuri kia {max} ngā mauhanga i te nui rawa. E {held} kei te kōpaki taupua kē, nō reira kāore he mea i tāpirihia.',
  storageFull:
    'Kāore e taea e tēnei pūtirotiro te penapena i aua mauhanga katoa ki te kōpaki taupua. Kāore he mea i tāpirihia.',
}
