import { isFictionWork } from './classification.ts'
import { readWorks, type Work } from './work.ts'

export type SampleCollection = { id: string; name: string; recordIds: string[] }
export type SampleCategory = { id: string; name: string; collections: SampleCollection[] }

type Rule = { id: string; name: string; has: (work: Work) => boolean }

const about =
  (...subjects: string[]) =>
  (work: Work) =>
    work.subjects.some((subject) => subjects.includes(subject))
const younger = ({ audience }: Work) => audience === 'LP' || audience === 'UP'
const older = ({ audience }: Work) => audience === 'LS' || audience === 'US'
const local = (prefix: string) => (work: Work) => work.dewey.startsWith(prefix)

const rules: { id: string; name: string; collections: Rule[] }[] = [
  {
    id: 'reading',
    name: 'Reading for pleasure',
    collections: [
      { id: 'picture-books', name: 'Picture books', has: ({ form }) => form === 'picture' },
      { id: 'graphic-novels', name: 'Graphic novels and manga', has: ({ form }) => form === 'graphic' },
      {
        id: 'dragons',
        name: 'Dragons, wizards and quests',
        has: (work) => younger(work) && work.genres.includes('fa') && about('Dragons', 'Wizards', 'Quests')(work),
      },
      {
        id: 'mysteries',
        name: 'Mysteries for secondary readers',
        has: (work) => older(work) && work.genres.includes('my'),
      },
      { id: 'funny', name: 'Funny stories', has: (work) => younger(work) && work.genres.includes('hu') },
    ],
  },
  {
    id: 'here',
    name: 'Australia and New Zealand',
    collections: [
      {
        id: 'australian-stories',
        name: 'Australian stories',
        has: (work) => isFictionWork(work) && local('A823')(work),
      },
      { id: 'new-zealand-stories', name: 'New Zealand stories', has: (work) => work.genres.includes('nz') },
      {
        id: 'first-nations',
        name: 'First Nations peoples of Australia',
        has: about('Aboriginal peoples', 'Stolen generations', 'Mythology, Aboriginal'),
      },
      {
        id: 'maori',
        name: 'Te ao Māori',
        has: about('Māori', 'Mythology, Māori', 'Matariki', 'Treaty of Waitangi (1840)', 'Māori language'),
      },
      { id: 'anzac', name: 'Anzac Day', has: about('Anzac Day', 'Gallipoli, Battle of, 1915') },
    ],
  },
  {
    id: 'curriculum',
    name: 'For the classroom',
    collections: [
      { id: 'science', name: 'Science and mathematics', has: (work) => /^5\d\d/.test(work.dewey) },
      {
        id: 'environment',
        name: 'Sustainability',
        has: about('Conservation', 'Climate change', 'Endangered animals', 'Pollution', 'Environment'),
      },
      {
        id: 'world-wars',
        name: 'The world wars',
        has: about('World War, 1914-1918', 'World War, 1939-1945', 'Holocaust, Jewish (1939-1945)'),
      },
      { id: 'shakespeare', name: 'Shakespeare', has: (work) => work.names[0]?.heading === 'Shakespeare, William' },
      {
        id: 'screen',
        name: 'Films to study',
        has: ({ form }) => form === 'dvd' || form === 'blu-ray' || form === 'film',
      },
    ],
  },
  {
    id: 'digital',
    name: 'Free digital content',
    collections: [
      {
        id: 'free-classics',
        name: 'Classics as e-books',
        has: (work) => work.form === 'ebook' && work.audience === 'US',
      },
      {
        id: 'free-tales',
        name: 'Fairy tales and folklore as e-books',
        has: (work) => work.form === 'ebook' && about('Fairy tales', 'Folklore', 'Fables')(work),
      },
      {
        id: 'free-languages',
        name: 'E-books in other languages',
        has: ({ form, languages }) => form === 'ebook' && languages[0] !== 'eng',
      },
      { id: 'websites', name: 'Websites', has: ({ form }) => form === 'online-resource' },
    ],
  },
]

/** Collections of the sample catalogue by first-level category, each with the records that its rule finds. */
export function sampleCollections(): SampleCategory[] {
  const works = readWorks()
  return rules.map(({ id, name, collections }) => ({
    id,
    name,
    collections: collections.map((collection) => ({
      id: collection.id,
      name: collection.name,
      recordIds: works.filter(collection.has).map((work) => work.id),
    })),
  }))
}
