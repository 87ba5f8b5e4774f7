export const english = {
  // One record
  addToFolder: 'Add to folder',
  inFolder: 'In folder',
  addHint: 'Add to the temporary folder',
  removeHint: 'Remove from the temporary folder',
  titleAdded: '{title} added to the temporary folder',
  titleRemoved: '{title} removed from the temporary folder',
  /** The specification’s sentence, to the letter. */
  alreadyAdded: 'Item already added to temp folder',
  /** This one too. */
  notInFolder: 'Item doesnt exist in the folder',
  // The menu of folders
  chooseFolder: 'Choose a folder',
  temporaryFolder: 'Temporary folder',
  savedFolders: 'Saved folders',
  newFolder: 'New folder…',
  newFolderTitle: 'New folder',
  folderName: 'Folder name',
  seenBySchool: 'Everyone at your school can see it under Saved folders.',
  save: 'Save',
  undo: 'Undo',
  addedToNamed: '{records} added to “{name}”.',
  allInNamed: '“{name}” already has them all.',
  // All of a page or of a search
  saveAll: 'Save all {count}',
  removeAll: 'Remove all {count}',
  toFolder: 'to the temporary folder',
  fromFolder: 'from the temporary folder',
  pageAdded: '{count} records added to the temporary folder',
  pageRemoved: '{count} records removed from the temporary folder',
  record: 'record',
  records: 'records',
  added: '{records} added to the temporary folder.',
  addedBeside: '{records} added to the temporary folder; {others} already there.',
  tooMany: 'A folder can hold at most {max} records. The temporary folder already has {held}, so nothing was added.',
  storageFull: 'This browser can’t store that many records in the temporary folder. Nothing was added.',
} as const
