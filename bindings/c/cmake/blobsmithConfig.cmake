# Targets: blobsmith::blobsmith (shared library) and blobsmith::static.
get_filename_component(_blobsmith_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET blobsmith::blobsmith)
  find_package(Threads REQUIRED)
  add_library(blobsmith::blobsmith SHARED IMPORTED)
  set_target_properties(blobsmith::blobsmith PROPERTIES
    IMPORTED_LOCATION "${_blobsmith_prefix}/lib/libblobsmith.so.1"
    IMPORTED_SONAME "libblobsmith.so.1"
    INTERFACE_INCLUDE_DIRECTORIES "${_blobsmith_prefix}/include")
  add_library(blobsmith::static STATIC IMPORTED)
  set_target_properties(blobsmith::static PROPERTIES
    IMPORTED_LOCATION "${_blobsmith_prefix}/lib/libblobsmith.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_blobsmith_prefix}/include"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;m;${CMAKE_DL_LIBS}")
endif()
unset(_blobsmith_prefix)
